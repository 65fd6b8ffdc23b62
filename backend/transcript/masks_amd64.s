#include "textflag.h"

// BYTES sets all sixteen bytes of an X register.
#define BYTES(word, x) MOVQ $word, AX; MOVQ AX, x; PUNPCKLQDQ x, x

// BITS gathers the high bits of the 64 bytes in X4 to X7 in AX.
#define BITS \
	PMOVMSKB X4, AX; PMOVMSKB X5, BX; PMOVMSKB X6, DX; PMOVMSKB X7, R10; \
	SHLQ $16, BX; SHLQ $32, DX; SHLQ $48, R10; \
	ORQ BX, AX; ORQ R10, DX; ORQ DX, AX

// EQUAL compares the 64 bytes in X0 to X3 with those of c, into X4 to X7.
#define EQUAL(c) \
	MOVO X0, X4; MOVO X1, X5; MOVO X2, X6; MOVO X3, X7; \
	PCMPEQB c, X4; PCMPEQB c, X5; PCMPEQB c, X6; PCMPEQB c, X7

// func masksSSE2(b *byte, blocks int, m *blockMasks) (least uint8)
// blocks is at least 1.
TEXT ·masksSSE2(SB), NOSPLIT, $0-25
	MOVQ b+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ m+16(FP), DI
	BYTES(0x2222222222222222, X8)  // quote
	BYTES(0x5c5c5c5c5c5c5c5c, X9)  // backslash
	BYTES(0x6e6e6e6e6e6e6e6e, X10) // n
	BYTES(0x7474747474747474, X11) // t
	PCMPEQB X12, X12               // the least byte so far, in each column

loop:
	MOVOU 0(SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	PMINUB X0, X12
	PMINUB X1, X12
	PMINUB X2, X12
	PMINUB X3, X12

	EQUAL(X8)
	BITS
	MOVQ AX, 0(DI)

	EQUAL(X9)
	BITS
	MOVQ AX, 8(DI)

	EQUAL(X10)
	PCMPEQB X11, X0
	PCMPEQB X11, X1
	PCMPEQB X11, X2
	PCMPEQB X11, X3
	POR X0, X4
	POR X1, X5
	POR X2, X6
	POR X3, X7
	BITS
	MOVQ AX, 16(DI)

	ADDQ $64, SI
	ADDQ $24, DI
	DECQ CX
	JNZ loop

	MOVO X12, X0
	PSRLO $8, X0
	PMINUB X0, X12
	MOVO X12, X0
	PSRLO $4, X0
	PMINUB X0, X12
	MOVO X12, X0
	PSRLO $2, X0
	PMINUB X0, X12
	MOVO X12, X0
	PSRLO $1, X0
	PMINUB X0, X12
	MOVQ X12, AX
	MOVB AX, least+24(FP)
	RET
