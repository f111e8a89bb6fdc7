import './exceptions.css'
import type { ExceptionRow } from '@portal/contract/exceptions/exceptions.ts'
import { RecordLink } from '../../links/RecordLink.tsx'
import { sentence } from '../../ui/words/sentence.ts'
import { localTimeText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** What an exception says, with a link to the other record (EXC-1). */
export function Finding({ row: { message, sentence: said, other } }: { row: ExceptionRow }) {
  const { t } = useTranslation()
  return (
    <span className="finding">
      {said === null ? t('Found before numbers were kept.') : sentence(t, message, said)}
      {other ? (
        <>
          {' '}
          <RecordLink kind="transaction" id={other.txn_id}>
            {other.authentication_id}, {localTimeText(other.txn_date)}
          </RecordLink>
        </>
      ) : null}
    </span>
  )
}
