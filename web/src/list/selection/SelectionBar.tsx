import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/words/translation.ts'
import type { AnyRow } from '../list-types.ts'
import type { Selection } from '../use-selection.ts'
import { SelectedPill } from './SelectedPill.tsx'

type Props = { selection: Selection; rows: readonly AnyRow[]; onDone: () => void; children: ReactNode }

/** Actions on the selected records, at the bottom of a phone's screen. */
export function SelectionBar({ selection, rows, onDone, children }: Props) {
  const { t } = useTranslation()
  const ids = rows.map(({ id }) => id)
  const selectedCount = ids.filter(selection.has).length
  return (
    <section className="selection-bar" aria-label={t('Selection')}>
      <div className="selection-line">
        <Checkbox
          label={t('Select all on this page')}
          disabled={ids.length === 0}
          checked={selectedCount > 0 && selectedCount === ids.length}
          indeterminate={selectedCount > 0 && selectedCount < ids.length}
          onChange={(event) => selection.toggle(ids, event.currentTarget.checked)}
        />
        <SelectedPill selection={selection} />
      </div>
      <div className="selection-line">
        {children}
        <Button className="selection-done" variant="subtle" size="xs" onClick={onDone}>
          {t('Done', { context: 'button' })}
        </Button>
      </div>
    </section>
  )
}
