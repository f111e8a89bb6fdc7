import { CloseButton } from '@mantine/core'
import { useTranslation } from '../../ui/words/translation.ts'
import type { Selection } from '../use-selection.ts'

export function SelectedPill({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  // Keeps its place while nothing is selected, so that a first tick moves nothing.
  if (selection.count === 0) return <span className="selected-pill" data-empty />
  return (
    <span className="selected-pill">
      {t('{count} selected', { count: selection.count })}
      <CloseButton size="sm" aria-label={t('Clear selection')} onClick={selection.clear} />
    </span>
  )
}
