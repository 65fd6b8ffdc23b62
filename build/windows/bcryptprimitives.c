/* What Go asks Windows for random numbers with, for a Wine that lacks it. Tests only. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return RtlGenRandom(buffer, (ULONG)length);
}
