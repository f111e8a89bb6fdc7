/** A promise of the product, where it is kept, and the proof that was seen to fail. */
export type Promised = {
  /** Its number in the design, such as M5. */
  id: string
  /** What is promised, in one sentence. */
  words: string
  /** The files that keep it. */
  kept: readonly string[]
  /** The test that proves it: its file, and words of its name. Further ones follow. */
  proof: readonly { file: string; test: string }[]
  /** A defect that the first proof finds: this text of a file, and what it becomes. */
  defect: { what: string; file: string; from: string; to: string }
  /** What was measured. */
  figure?: string
}
export type Chapter = { title: string; promises: readonly Promised[] }
