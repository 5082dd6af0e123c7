/** The exit codes of a run that came to its end; 2 and 70 are for what never became a run. */
export const exitCodes = { done: 0, failed: 1, wrongInput: 2, undecided: 3, ownFault: 70, interrupted: 130 } as const;
