import './history.css'
import type { MessageParts } from '@portal/contract/message.ts'
import { useTranslation } from 'react-i18next'
import { fieldLabel, valueText } from '../words/log-words.ts'
import { sentence } from '../words/sentence.ts'
import { instantText } from '../words/texts.ts'

type Props = {
  at: string
  what: string
  by: string | null
  note: string | null
  noteMessage: MessageParts | null
  changes: readonly { field: string; before: string | null; after: string | null }[]
}

/** One entry of a record's history: when, what, by whom, and which fields changed. */
export function HistoryEntry({ at, what, by, note, noteMessage, changes }: Props) {
  const { t, i18n } = useTranslation()
  const say = (value: string | null) => valueText(value, (word) => (i18n.exists(word) ? t(word) : word))
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
        {changes.map(({ field, before, after }) => (
          <p key={field} className="history-change">
            {t('{name}: {value}', {
              name: t(fieldLabel(field)),
              value: before === null ? say(after) : `${say(before)} → ${say(after)}`,
            })}
          </p>
        ))}
      </div>
    </li>
  )
}
