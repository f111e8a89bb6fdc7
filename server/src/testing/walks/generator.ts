/** A small generator, so that a failing walk can be run again by its number. */
export function generator(seed: number) {
  let state = seed
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  return { pick, oneOf: <T>(list: readonly T[]): T => list[pick(list.length)] as T }
}
