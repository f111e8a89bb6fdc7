/** In `npm run drill` a drill runs at full length, in `npm run test:long` in a shorter form. */
export const lengthOf = (full: number, short: number): number =>
  Number(process.env.LENGTH) || (process.env.DRILL ? full : short)

/** A measured figure, printed as it comes. */
export const figure = (text: string): void => console.log(`  ${text}`)
