import './exceptions.css'
import type { ExceptionRow } from '@portal/contract/exceptions/exceptions.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sentence } from '../../ui/words/sentence.ts'
import { localTimeText } from '../../ui/words/texts.ts'
import { transactionsPath } from '../transactions.paths.ts'

/** What an exception says, with a link to the other record (EXC-1). */
export function Finding({ row: { message, sentence: said, other } }: { row: ExceptionRow }) {
  const { t } = useTranslation()
  return (
    <span className="finding">
      {said === null ? t('Found before numbers were kept.') : sentence(t, message, said)}
      {other ? (
        <>
          {' '}
          <Link className="row-link" to={`${transactionsPath}/${other.txn_id}/view`}>
            {other.authentication_id}, {localTimeText(other.txn_date)}
          </Link>
        </>
      ) : null}
    </span>
  )
}
