import './history.css'
import type { MessageParts } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { changeTexts } from '../words/log-words.ts'
import { sentence } from '../words/sentence.ts'
import { instantText, nothing } from '../words/texts.ts'
import { useTranslation } from '../words/translation.ts'

type Props = {
  record: 'card' | 'invoice' | 'product_code'
  currency: Currency
  at: string
  what: string
  by: string | null
  note: string | null
  noteMessage: MessageParts | null
  changes: readonly { field: string; before: string | null; after: string | null }[]
}

/** One entry of a record's history: when, what, by whom, and which fields changed. */
export function HistoryEntry({ record, currency, at, what, by, note, noteMessage, changes }: Props) {
  const { t } = useTranslation()
  return (
    <li>
      <time dateTime={at} className="history-note">
        {instantText(at)}
      </time>
      <div>
        <p>
          <strong>{what}</strong>
          {by ? <span className="history-note"> · {by}</span> : null}
        </p>
        {note ? <p className="history-quote">{noteMessage ? sentence(t, noteMessage) : note}</p> : null}
        {changeTexts(t, { record, currency, changes }).map(({ field, label, before, after }) => (
          <p key={field} className="history-change">
            {t('{name}: {value}', { name: label, value: before === nothing ? after : `${before} → ${after}` })}
          </p>
        ))}
      </div>
    </li>
  )
}
