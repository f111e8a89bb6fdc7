import './books.css'
import '../form/form.css'
import '../ui/record/record.css'
import '../ui/trouble/panel.css'
import { Button } from '@mantine/core'
import { type Books, booksContract, type PeriodWork } from '@portal/contract/books/books.ts'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { Heading } from '../ui/Heading.tsx'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dayHere } from '../ui/words/day.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { OpenWorkTable } from './OpenWorkTable.tsx'

const CloseBooksDialog = lazily(() => import('./CloseBooksDialog.tsx'), 'CloseBooksDialog')
const ReopenBooksDialog = lazily(() => import('./ReopenBooksDialog.tsx'), 'ReopenBooksDialog')

/** The last day of the month before, which is what is closed most often. */
const lastMonthEnd = (now: Date): string => dayHere(new Date(now.getFullYear(), now.getMonth(), 0))

/** Through which day the books are closed, and what is still open before that (RECV-6). */
export function BooksPage() {
  const { t } = useTranslation()
  const {
    data: books,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeyOf(booksContract.get),
    queryFn: ({ signal }) => call(booksContract.get, {}, { signal }),
  })
  if (error && !books) return <PageTrouble error={error} onRetry={refetch} />
  if (!books) return null
  return (
    <div className="record-page">
      <div className="page-head">
        <Heading>{t('Books')}</Heading>
      </div>
      <Closed books={books} />
      <Closing key={books.version} books={books} />
    </div>
  )
}

function Closed({ books }: { books: Books }) {
  const { t } = useTranslation()
  const { ask, dialog } = useDialog<void>((_, frame) => <ReopenBooksDialog books={books} {...frame} />)
  const { closed_through, changed_by, reason } = books
  return (
    <section className="panel form-section" aria-labelledby="books-closed">
      <div className="record-section-head">
        <h2 id="books-closed">
          {closed_through
            ? t('The books are closed through {day}', { day: dateText(closed_through) })
            : t('The books are open')}
        </h2>
        {closed_through && books.can_change ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLockOpen size={16} aria-hidden />}
            onClick={() => ask()}
          >
            {t('Open the books again')}
          </Button>
        ) : null}
      </div>
      <p className="record-note">
        {t(
          'Nothing dated on or before the closing day can be issued, received, allocated, credited, reversed, written off or refunded. Corrections are dated later.',
        )}
      </p>
      {changed_by ? (
        <dl className="record-facts books-facts">
          <Fact name={t('Changed by')}>{changed_by}</Fact>
          <Fact name={t('Changed at')}>{instantText(books.updated_at)}</Fact>
          {reason ? <Fact name={t('Reason')}>{reason}</Fact> : null}
        </dl>
      ) : null}
      {dialog}
    </section>
  )
}

/** What is open through the chosen day, and for an Admin the button that closes it. */
function Closing({ books }: { books: Books }) {
  const { t } = useTranslation()
  const [through, setThrough] = useState(() => lastMonthEnd(new Date()))
  const work = useQuery({
    queryKey: queryKeyOf(booksContract.openWork, { through }),
    queryFn: ({ signal }) => call(booksContract.openWork, { query: { through } }, { signal }),
  })
  const { ask, dialog } = useDialog((asked: PeriodWork, frame) => (
    <CloseBooksDialog books={books} through={through} work={asked} {...frame} />
  ))
  const isClosed = books.closed_through !== null && through <= books.closed_through
  return (
    <section className="panel form-section" aria-labelledby="books-work" aria-busy={work.isFetching}>
      <h2 id="books-work">{t('Unfinished items')}</h2>
      <div className="books-ask">
        <LazyDateBox
          label={t('Through')}
          clearable={false}
          maxDate={dayHere(new Date())}
          value={through}
          onChange={(day) => day && setThrough(day)}
        />
        {books.can_change ? (
          <Button
            leftSection={<IconLock size={16} aria-hidden />}
            disabled={isClosed || !work.data}
            onClick={() => work.data && ask(work.data)}
          >
            {t('Close the books')}
          </Button>
        ) : null}
        {isClosed ? <p className="record-note">{t('This day is already closed.')}</p> : null}
        {books.can_change ? null : <p className="record-note">{sentence(t, 'books.needs-admin')}</p>}
      </div>
      {work.error ? (
        <LoadTrouble error={work.error} isRetrying={work.isFetching} onRetry={() => work.refetch()} />
      ) : null}
      {work.data ? <OpenWorkTable work={work.data} /> : null}
      {dialog}
    </section>
  )
}
