import '../form/form.css'
import '../receipts/receipts.css'
import '../ui/record/record.css'
import '../ui/trouble/panel.css'
import { type CreditNote, creditNoteKinds, creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { statementPath } from '../accounts/accounts.paths.ts'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormHead } from '../form/FormHead.tsx'
import { RecordLink } from '../links/RecordLink.tsx'
import { OnAccount } from '../receipts/OnAccount.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { dateText, instantText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { refundsPath } from '../write-offs/write-offs.paths.ts'
import { Applications } from './Applications.tsx'
import { CreditNoteLines } from './CreditNoteLines.tsx'
import { CreditNoteMails } from './CreditNoteMails.tsx'
import { creditNotesPath } from './credit-notes.paths.ts'

/** A credit note: what it credits, where it was applied and what is left of it (RECV-3). */
export function CreditNotePage() {
  const { id: number = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: note,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeyOf(creditNotes.get, { number }),
    queryFn: ({ signal }) => call(creditNotes.get, { params: { number } }, { signal }),
  })
  if (error && !note) return <PageTrouble error={error} onRetry={refetch} />
  if (!note) return null
  return (
    <div className="record-page">
      <FormHead
        title="Credit note"
        subject={note.credit_note_number}
        mode="view"
        list={{ label: 'Back to Credit notes', path: creditNotesPath }}
      />
      <NoteFacts note={note} />
      <CreditNoteLines note={note} />
      <Applications note={note} />
      <CreditNoteMails note={note} />
    </div>
  )
}

function NoteFacts({ note }: { note: CreditNote }) {
  const { t, language } = useTranslation()
  const { currency, refunded, invoice_id, invoice_number } = note
  const money = (amount: number) => moneyText(amount, language, currency)
  return (
    <section className="panel form-section" aria-labelledby="credit-note-head">
      <h2 id="credit-note-head">{t('Credit note')}</h2>
      <dl className="record-facts">
        <Fact name={t('Total')}>{money(note.total_amount)}</Fact>
        <Fact name={t('Customer')}>
          <RecordLink kind="company" id={note.company_id}>
            {note.company_name}
          </RecordLink>
        </Fact>
        <Fact name={t('Account')}>
          <PageLink className="record-link" to={statementPath(note.company_id)}>
            {t('Statement of account')}
          </PageLink>
        </Fact>
        <Fact name={t('Issued')}>{dateText(note.issued_date)}</Fact>
        <Fact name={t('Invoice')}>
          {invoice_id ? (
            <RecordLink kind="invoice" id={invoice_id}>
              {invoice_number}
            </RecordLink>
          ) : (
            nothing
          )}
        </Fact>
        <Fact name={t('Kind')}>{t(creditNoteKinds[note.kind])}</Fact>
        <Fact name={t('Applied')}>{money(note.applied)}</Fact>
        {refunded > 0 ? (
          <Fact name={t('Refunded')}>
            <PageLink
              className="record-link"
              to={refundsPath}
              search={{ filter: [`company_name:${note.company_name}`] }}
            >
              {money(refunded)}
            </PageLink>
          </Fact>
        ) : null}
        <Fact name={t('Reason')}>{note.reason}</Fact>
        {note.is_rebilled ? <Fact name={t('Lines')}>{t('Billed again')}</Fact> : null}
        <Fact name={t('Recorded by')}>{note.created_by}</Fact>
        <Fact name={t('Recorded at')}>{instantText(note.created_at)}</Fact>
      </dl>
      {note.on_account > 0 ? <OpenCredit note={note} /> : null}
    </section>
  )
}

function OpenCredit({ note }: { note: CreditNote }) {
  const can = useCan()
  const apply = useAction(creditNotes.apply, { isShownInPlace: true })
  const params = { number: note.credit_note_number }
  return (
    <OnAccount
      source={note}
      allocate={
        can(creditNotes.apply)
          ? {
              label: 'Apply to invoices',
              title: 'Apply the credit note',
              submit: 'Apply',
              isBusy: apply.isPending,
              send: (allocations) => apply.mutateAsync({ params, body: { allocations } }),
            }
          : undefined
      }
    />
  )
}
