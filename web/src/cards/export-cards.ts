import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { callFile } from '../api/call.ts'
import { toastTexts } from '../api/toasts.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import { sentence } from '../ui/words/sentence.ts'
import type { TFunction } from '../ui/words/translation.ts'
import type { Chosen } from './chosen-cards.tsx'

/** Saves Cards.csv in one click (LIT-10). A failed download is reported (FILE-3). */
export async function downloadCards({ body }: Chosen, t: TFunction): Promise<void> {
  const texts = toastTexts['cards.export']
  try {
    const { blob, name } = await callFile(cardBulk.export, { body, query: {} })
    saveFile(blob, name ?? 'Cards.csv')
    notify.success(t(texts.success))
  } catch (error) {
    notify.failure(t(texts.failure), sentence(t, (error as Error).message))
  }
}
