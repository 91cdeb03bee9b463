/** Shares of a limit with the probability of a loop there, both rising. */
export type Knots = readonly (readonly [share: number, probability: number])[];
