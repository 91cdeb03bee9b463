/** Pairs of a share of the limit and the probability of a loop at that share; both increase. */
export type Knots = readonly (readonly [share: number, probability: number])[];
