import { AppError } from '@portal/contract/errors.ts'
import { type ImportRecord, imports, isImportOver } from '@portal/contract/imports/imports.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { importsPath } from './imports.paths.ts'
import { quarantineOf, reviewWorkOf } from './open-work.ts'

const lookMs = 700
const keyOf = (id: number) => queryKeyOf(imports.get, { id })
const read = (id: number) => call(imports.get, { params: { id } }, { keepPlace: true })

/** Polls an import's record until it is final. */
export function useImportRecord(id: number | null) {
  return useQuery({
    queryKey: keyOf(id ?? 0),
    queryFn: () => read(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isImportOver(state.data.status) ? false : lookMs),
  })
}

export type ImportTexts = { success: string; failure: string }
/** Success means that rows were imported, or that all were duplicates (TXN-9). */
export const isImportGood = ({ status, counts }: ImportRecord): boolean =>
  status === 'done' && (counts.booked + counts.quarantined > 0 || counts.duplicate === counts.read)

/** Continues when the dialog or page is closed. The outcome appears as a message, wherever the user is. */
export async function watchImport(
  queries: QueryClient,
  id: number,
  texts: ImportTexts,
  t: TFunction,
  feature: string,
): Promise<void> {
  for (;;) {
    const found = await read(id).catch((error: unknown) => error)
    // The user signed out, or the import was discarded: there is nothing to report.
    if (found instanceof AppError && found.status < 500) return
    const record = found instanceof Error ? null : (found as ImportRecord)
    if (record && isImportOver(record.status)) {
      queries.setQueryData(keyOf(id), record)
      reportOutcome(record, texts, t)
      await Promise.all([
        queries.invalidateQueries({ queryKey: [feature] }),
        queries.invalidateQueries({ queryKey: ['imports', 'list'] }),
        // Its open work is counted at once, so that the menu's number and its list agree (UX-2).
        queries.invalidateQueries({ queryKey: ['todo'] }),
      ])
      return
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

const rejectedWords = (t: TFunction, count: number): string =>
  count === 1 ? t('1 row rejected') : t('{count} rows rejected', { count })
/** Names the file, the outcome, the rejected rows and the work left, so messages of two imports differ (TXN-18). */
function reportOutcome(record: ImportRecord, texts: ImportTexts, t: TFunction): void {
  const { id, file_name, provider, reason, reason_message, counts, in_quarantine, changed_count } = record
  const about = (...more: (string | null | undefined | false)[]) =>
    [file_name, provider, ...more].filter(Boolean).join(' · ')
  // A preview that no longer held is ready once more, with the reason (RATE-7).
  if (record.status === 'ready' && reason === null) {
    notify.success(t('The file was read. Review it under Imports.'), about())
    return
  }
  if (!isImportGood(record)) {
    notify.failure(t(texts.failure), about(reason && sentence(t, reason_message, reason)))
    return
  }
  const { booked, quarantined, failed, review = 0 } = counts
  // The specified words stay (LIT-5), but with rejected rows it is no plain success.
  notify[failed > 0 ? 'warning' : 'success'](t(texts.success), {
    detail: about(
      t('{count} imported', { count: booked - changed_count }),
      changed_count > 0 && t('{count} changed', { count: changed_count }),
      quarantined > 0 && t('{count} quarantined', { count: quarantined }),
    ),
    actions: [
      ...(failed > 0 ? [{ label: rejectedWords(t, failed), to: `${importsPath}/${id}/view` }] : []),
      ...(review > 0 ? [{ label: t('{count} to review', { count: review }), ...reviewWorkOf(record) }] : []),
      ...(in_quarantine > 0 ? [{ label: t('Open quarantine'), ...quarantineOf(record) }] : []),
    ],
  })
}
