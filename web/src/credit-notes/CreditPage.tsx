import './credit-notes.css'
import '../receipts/receipts.css'
import '../ui/record/record.css'
import { Checkbox } from '@mantine/core'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { sumCredit, sumMoney } from '@portal/contract/credit-notes/credit-sums.rules.ts'
import type { CallReply } from '@portal/contract/endpoint.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useRecordForm } from '../form/record-form.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CreditAmounts } from './CreditAmounts.tsx'
import { CreditLines } from './CreditLines.tsx'
import { CreditSum } from './CreditSum.tsx'
import { type CreditWay, creditShape, typedAmountOf } from './credit-form.ts'
import { useCreditSaver } from './use-credit-saver.ts'
import { WayChoice } from './WayChoice.tsx'

type Creditable = CallReply<typeof creditNotes.creditable>

/** Credits lines of an invoice, or amounts with their taxes (RECV-3). */
export function CreditPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return (
    <RecordLoader key={id} endpoint={creditNotes.creditable} id={id}>
      {(creditable) => <CreditForm creditable={creditable} />}
    </RecordLoader>
  )
}

function useCredit(number: string) {
  const [way, setWay] = useState<CreditWay>('lines')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [rows, setRows] = useState<readonly number[]>([0])
  const [apply, setApply] = useState(true)
  const [rebill, setRebill] = useState(false)
  const form = useRecordForm(creditShape(way === 'amounts' ? rows : []), { reason: '' })
  const { values } = form.state
  const body = {
    invoice_number: number,
    reason: String(values.reason),
    apply,
    ...(way === 'lines'
      ? { line_ids: [...chosen], rebill }
      : { amounts: rows.map((row) => typedAmountOf(values, row)) }),
  }
  const choices = { way, setWay, chosen, setChosen, rows, setRows, apply, setApply, rebill, setRebill }
  return { form, body, ...choices }
}

function CreditForm({ creditable }: { creditable: Creditable }) {
  const { t } = useTranslation()
  const { invoice_number: number, currency, left, lines } = creditable
  const credit = useCredit(number)
  const { form, way, chosen, rows } = credit
  const saver = useCreditSaver(credit.body, rows)
  const total =
    way === 'lines'
      ? sumMoney(lines.filter(({ line_id }) => chosen.has(line_id)).map(({ amount }) => amount))
      : sumCredit(rows.map((row) => typedAmountOf(form.state.values, row)))
  return (
    <div className="receipt-form">
      <FormPage
        title="Credit invoice"
        subject={number}
        mode="add"
        form={form}
        list={{ label: 'Back to the invoice', path: `${invoicesPath}/${number}/view` }}
        saver={saver}
        submit="Issue credit note"
        bar={<CreditSum total={total} left={left} currency={currency} />}
      >
        <FormSection title="How it is credited">
          <TextField name="reason" label="Reason" />
          <CreditChoices credit={credit} />
        </FormSection>
        <section className="panel form-section" aria-labelledby="credit-what">
          <div className="record-section-head">
            <h2 id="credit-what">{t('What is credited')}</h2>
            <WayChoice way={way} onChange={credit.setWay} />
          </div>
          {way === 'lines' ? (
            <CreditLines lines={lines} currency={currency} chosen={chosen} onChoose={credit.setChosen} />
          ) : (
            <CreditAmounts rows={rows} currency={currency} onRows={credit.setRows} />
          )}
        </section>
      </FormPage>
    </div>
  )
}

function CreditChoices({ credit }: { credit: ReturnType<typeof useCredit> }) {
  const { t } = useTranslation()
  return (
    <div className="credit-choices">
      <Checkbox
        label={t('Apply to this invoice')}
        description={t('Up to the amount due. What is not applied stays on account.')}
        checked={credit.apply}
        onChange={(event) => credit.setApply(event.currentTarget.checked)}
      />
      {credit.way === 'lines' ? (
        <Checkbox
          label={t('Bill these lines again')}
          description={t('Creates new transactions at the current rates and markups for the next invoice.')}
          checked={credit.rebill}
          onChange={(event) => credit.setRebill(event.currentTarget.checked)}
        />
      ) : null}
    </div>
  )
}
