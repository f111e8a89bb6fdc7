import { Checkbox } from '@mantine/core'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  record: Pick<ImportRecord, 'status' | 'changes' | 'changed_count'>
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** Existing records and their changes from the file, field by field. They apply only if chosen (CARD-18). */
export function ImportChanges({ record, isChosen, onChoose }: Props) {
  const { t } = useTranslation()
  if (record.status !== 'ready' || record.changed_count === 0) return null
  return (
    <div className="import-changes">
      <h3>{t('Changes to existing cards: {count}', { count: record.changed_count })}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="import-scroll" aria-label={t('Changes')} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Card Number')}</th>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Now')}</th>
              <th scope="col">{t('In the file')}</th>
            </tr>
          </thead>
          <tbody>
            {record.changes.flatMap(({ row, card_number, fields }) =>
              fields.map(({ field, before, after }) => (
                <tr key={`${row} ${field}`}>
                  <td data-align="end">{row}</td>
                  <td>{card_number}</td>
                  <td>{t(field)}</td>
                  <td className="import-value">{before ?? '–'}</td>
                  <td className="import-value">{after ?? '–'}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </section>
      {record.changed_count > record.changes.length ? (
        <p className="file-note">{t('The first {count} cards are shown.', { count: record.changes.length })}</p>
      ) : null}
      <Checkbox
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        label={t('Change the existing cards as shown')}
        description={isChosen ? undefined : t('Otherwise, these rows are rejected and the cards stay unchanged.')}
      />
    </div>
  )
}
