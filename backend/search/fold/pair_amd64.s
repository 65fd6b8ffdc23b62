//go:build !purego

#include "textflag.h"

// func findPairAVX2(buf *byte, n int, p *pair) int
//
// Compares the bytes at both ends of the pair, with letters in lower case, at 64 positions
// at a time.
TEXT ·findPairAVX2(SB), NOSPLIT, $0-32
	MOVQ         buf+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         p+16(FP), DX
	MOVQ         0(DX), DI // gap
	ADDQ         SI, DI
	VPBROADCASTB 8(DX), Y0
	VPBROADCASTB 9(DX), Y1
	VPBROADCASTB 10(DX), Y2
	VPBROADCASTB 11(DX), Y3
	XORQ         AX, AX

next:
	VPOR      (SI)(AX*1), Y1, Y4
	VPOR      (DI)(AX*1), Y3, Y5
	VPOR      32(SI)(AX*1), Y1, Y6
	VPOR      32(DI)(AX*1), Y3, Y7
	VPCMPEQB  Y4, Y0, Y4
	VPCMPEQB  Y5, Y2, Y5
	VPCMPEQB  Y6, Y0, Y6
	VPCMPEQB  Y7, Y2, Y7
	VPAND     Y4, Y5, Y4
	VPAND     Y6, Y7, Y6
	VPOR      Y4, Y6, Y5
	VPTEST    Y5, Y5
	JNZ       found
	ADDQ      $64, AX
	CMPQ      AX, CX
	JLT       next
	MOVQ      $-1, AX
	MOVQ      AX, ret+24(FP)
	VZEROUPPER
	RET

found:
	VPMOVMSKB Y4, BX
	VPMOVMSKB Y6, DX
	SHLQ      $32, DX
	ORQ       DX, BX
	BSFQ      BX, BX
	ADDQ      BX, AX
	MOVQ      AX, ret+24(FP)
	VZEROUPPER
	RET
