import { moneyPromises } from './money.ts'
import type { Chapter } from './promise.ts'

/** Every promise of the product, in the order of docs/promises.md. */
export const chapters: readonly Chapter[] = [moneyPromises]
