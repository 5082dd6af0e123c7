/** A fitted logistic model: the probability is 1 / (1 + e^-z), z = bias + Σ weight · feature. */
export interface Model<Name extends string> {
  readonly bias: number;
  readonly weights: Readonly<Record<Name, number>>;
}

/** The probability, 0 to 1, that a model gives to features. */
export function probabilityOf<Name extends string>(
  { bias, weights }: Model<Name>,
  features: Readonly<Record<Name, number>>,
): number {
  const names = Object.keys(weights) as Name[];
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + weights[name] * features[name], bias)));
}
