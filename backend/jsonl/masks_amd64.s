//go:build !purego

#include "textflag.h"

// BITS gathers the high bits of the 64 bytes in y and z in a.
#define BITS(y, z, a) \
	VPMOVMSKB y, a; VPMOVMSKB z, BX; \
	SHLQ $32, BX; ORQ BX, a

// FOUR sets all four words of a Y register.
#define FOUR(word, x, y) MOVQ $word, AX; VMOVQ AX, x; VPBROADCASTQ x, y

// func mapAVX2(b *byte, blocks int, quotes *uint64, odd *oddBlock, carry uint64) (mapped, odds int, over uint64, high uint32)
// blocks is at least 1.
TEXT ·mapAVX2(SB), NOSPLIT, $0-68
	MOVQ b+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ quotes+16(FP), DI
	MOVQ odd+24(FP), R8
	MOVQ carry+32(FP), R9
	MOVQ $0x5555555555555555, R12 // even
	FOUR(0x2222222222222222, X8, Y8)   // quote
	FOUR(0x5c5c5c5c5c5c5c5c, X9, Y9)   // backslash
	FOUR(0x6e6e6e6e6e6e6e6e, X10, Y10) // n
	FOUR(0x7474747474747474, X11, Y11) // t
	FOUR(0x1f1f1f1f1f1f1f1f, X12, Y12) // the last that no text holds
	VPXOR Y13, Y13, Y13                // all bits so far

block:
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VPMINUB Y0, Y1, Y2
	VPMINUB Y2, Y12, Y3
	VPCMPEQB Y2, Y3, Y2
	VPTEST Y2, Y2
	JNZ done
	VPOR Y0, Y13, Y13
	VPOR Y1, Y13, Y13
	VPCMPEQB Y8, Y0, Y2
	VPCMPEQB Y8, Y1, Y3
	BITS(Y2, Y3, AX)
	VPCMPEQB Y9, Y0, Y4
	VPCMPEQB Y9, Y1, Y5
	BITS(Y4, Y5, DX)
	VPCMPEQB Y10, Y0, Y2
	VPCMPEQB Y11, Y0, Y3
	VPCMPEQB Y10, Y1, Y4
	VPCMPEQB Y11, Y1, Y5
	VPOR Y2, Y3, Y2
	VPOR Y4, Y5, Y4
	BITS(Y2, Y4, R13)

	// As in addMasks.
	MOVQ R9, R11
	NOTQ R11
	ANDQ DX, R11           // s: backslashes that are not escaped from before
	LEAQ (R9)(R11*2), R10  // follows
	MOVQ R12, BX
	ORQ R10, BX
	NOTQ BX
	ANDQ R11, BX           // where runs begin at odd places
	XORL R9, R9
	ADDQ R11, BX
	ADCQ $0, R9            // carry
	ADDQ BX, BX
	XORQ R12, BX
	ANDQ R10, BX           // escaped
	MOVQ BX, R10
	NOTQ R10
	ANDQ AX, R10
	MOVQ R10, 0(DI)        // quotes that end a string

	// What is escaped and is none of the four: kept where there is any.
	ORQ DX, AX
	ORQ R13, AX
	NOTQ AX
	ANDQ BX, AX
	MOVQ AX, 0(R8)
	MOVQ CX, 8(R8)
	NEGQ AX
	SBBQ AX, AX
	ANDQ $16, AX
	ADDQ AX, R8

	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JNZ block

done:
	VPMOVMSKB Y13, BX
	VZEROUPPER
	MOVL BX, high+64(FP)
	MOVQ blocks+8(FP), AX
	SUBQ CX, AX
	MOVQ AX, mapped+40(FP)
	SUBQ odd+24(FP), R8
	SHRQ $4, R8
	MOVQ R8, odds+48(FP)
	MOVQ R9, over+56(FP)
	RET
