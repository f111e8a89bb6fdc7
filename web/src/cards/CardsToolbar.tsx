import { Button } from '@mantine/core'
import { cardBulk, nothingChosen } from '@portal/contract/cards/card-bulk.ts'
import type { cardLimits } from '@portal/contract/cards/card-limits.ts'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { useMutation } from '@tanstack/react-query'
import { accessOf } from '../api/route.ts'
import { useCan } from '../api/session.ts'
import type { Selection } from '../list/use-selection.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type BulkKind, type Chosen, chosenOf } from './chosen-cards.tsx'

const buttons = [
  { kind: 'assign', label: 'Assign Selected Cards To Customer' },
  { kind: 'hold', label: 'Hold' },
  { kind: 'release', label: 'Release' },
  { kind: 'limits', label: 'Change limits' },
] as const

/** Named here: the contract itself would weigh on the first load. */
const limits = { can: accessOf<typeof cardLimits.limits>('cards.create') }

/** Actions on the selected cards. The buttons stay enabled, so they can say what is missing (CARD-11, CARD-12). */
export function CardsToolbar({
  selection,
  onAsk,
}: {
  selection: Selection
  onAsk: (kind: BulkKind, chosen: Chosen) => void
}) {
  const { t } = useTranslation()
  const can = useCan()
  const exporting = useExport()
  const withChosen = (kind: keyof typeof nothingChosen, act: (chosen: Chosen) => void) => {
    const chosen = chosenOf(selection)
    return chosen ? act(chosen) : notify.warning(sentence(t, nothingChosen[kind]))
  }
  return (
    <>
      {can(cardBulk.export) ? (
        <Button
          size="xs"
          variant="default"
          loading={exporting.isPending}
          onClick={() => withChosen('export', (chosen) => exporting.mutate(chosen))}
        >
          {t('Exports Selected')}
        </Button>
      ) : null}
      {buttons
        .filter(({ kind }) => can({ ...cardBulk, ...cardMoves, limits }[kind]))
        .map(({ kind, label }) => (
          <Button
            key={kind}
            size="xs"
            variant="default"
            {...(kind === 'assign' ? { 'data-long': true } : {})}
            onClick={() => withChosen(kind, (chosen) => onAsk(kind, chosen))}
          >
            {t(label)}
          </Button>
        ))}
    </>
  )
}

/** An export changes nothing, so the selection stays. Its code, with all toasts, loads on the first export. */
function useExport() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (chosen: Chosen) => (await import('./export-cards.ts')).downloadCards(chosen, t),
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
}
