/** The later of two days. */
export const laterOf = (one: string, other: string): string => (one > other ? one : other)
