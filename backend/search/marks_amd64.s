#include "textflag.h"

// Marks are 32,768 bytes of 0 or 1.

// func onesAVX2(m *marks) int
TEXT ·onesAVX2(SB), NOSPLIT, $0-16
	MOVQ m+0(FP), SI
	MOVQ $256, CX
	VPXOR Y4, Y4, Y4 // zero
	VPXOR Y5, Y5, Y5 // the sum, in four parts

sum:
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VPADDB 64(SI), Y0, Y0
	VPADDB 96(SI), Y1, Y1
	VPADDB Y0, Y1, Y0
	VPSADBW Y4, Y0, Y0
	VPADDQ Y0, Y5, Y5
	ADDQ $128, SI
	DECQ CX
	JNZ sum

	VEXTRACTI128 $1, Y5, X0
	VPADDQ X0, X5, X5
	VPSRLDQ $8, X5, X0
	VPADDQ X0, X5, X5
	VMOVQ X5, AX
	VZEROUPPER
	MOVQ AX, ret+8(FP)
	RET

// func packAVX2(m *marks, s *signature)
TEXT ·packAVX2(SB), NOSPLIT, $0-16
	MOVQ m+0(FP), SI
	MOVQ s+8(FP), DI
	MOVQ $512, CX

pack:
	VMOVDQU 0(SI), Y0
	VMOVDQU 32(SI), Y1
	VPSLLW $7, Y0, Y0 // to where VPMOVMSKB looks
	VPSLLW $7, Y1, Y1
	VPMOVMSKB Y0, AX
	VPMOVMSKB Y1, BX
	MOVL AX, 0(DI)
	MOVL BX, 4(DI)
	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JNZ pack

	VZEROUPPER
	RET
