package thinresult

import "golang.org/x/tools/go/ssa"

func callOf(instr ssa.Instruction) (ssa.CallInstruction, bool) {
	c, ok := instr.(ssa.CallInstruction)
	return c, ok
}
