import '../form/form.css'
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { type BankLine, bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import type { MessageParts } from '@portal/contract/message.ts'
import { leftAfter } from '@portal/contract/receipts/allocations.rules.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { useRefreshMoney } from '../receipts/use-refresh-money.ts'
import { notify } from '../ui/notify.ts'
import { useOpening } from '../ui/use-opening.ts'
import { sentence } from '../ui/words/sentence.ts'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { Candidates } from './Candidates.tsx'
import { InvoiceParts } from './InvoiceParts.tsx'
import { type PaidParts, proposedParts } from './paid-parts.ts'

type Props = { line: BankLine; opened: boolean; onClose: () => void }

/** The customer and the invoices that a line pays, as proposed or as a person changes them (RECV-1). */
export function BookLineDialog({ line, opened, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { proposal } = line
  const [company, setCompany] = useState(proposal?.company_id ?? null)
  const [parts, setParts] = useState<PaidParts>(proposedParts(line))
  const [isOther, setOther] = useState(false)
  const { send, isBusy, refusal } = useBooking(line, onClose)
  const choose = (id: number | null, paid: PaidParts = {}) => {
    setCompany(id)
    setParts(paid)
  }
  const left = leftAfter(line.amount, Object.values(parts))
  const hasFault = left < 0 || Object.values(parts).some((part) => Number.isNaN(part))
  const perhaps = proposal?.perhaps_booked ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (company !== null && !hasFault) send(company, parts, isOther)
  }
  return (
    <Modal opened={useOpening(opened)} onClose={onClose} title={t('Book as a receipt')} size={680}>
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        <Stack gap={12}>
          <Text fw={600}>
            {[line.payer, line.reference, dateText(line.line_date)].filter(Boolean).join(' · ')} ·{' '}
            {moneyText(line.amount, i18n.language, line.currency)}
          </Text>
          <Candidates line={line} onChoose={choose} />
          <CompanySelect
            label={t('Customer')}
            required
            value={company}
            disabled={isBusy}
            onChange={(chosen) => choose(chosen?.id ?? null)}
          />
          {company === null ? null : (
            <InvoiceParts line={line} company={company} parts={parts} left={left} onChange={setParts} />
          )}
          {perhaps ? (
            <Checkbox
              checked={isOther}
              onChange={(event) => setOther(event.currentTarget.checked)}
              label={t('This is other money than receipt {id} of {day}', {
                id: perhaps.receipt_id,
                day: dateText(perhaps.receipt_date),
              })}
            />
          ) : null}
          {refusal ? (
            <Alert color="bad" variant="outline" role="alert">
              {sentence(t, refusal)}
            </Alert>
          ) : null}
          <Group gap={12} justify="flex-end" className="dialog-foot">
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={company === null || hasFault}>
              {t('Book {amount}', { amount: moneyText(line.amount, i18n.language, line.currency) })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Books one line and shows why it was refused. */
function useBooking({ id, version }: BankLine, onClose: () => void) {
  const { t } = useTranslation()
  const refreshMoney = useRefreshMoney()
  const confirm = useAction(bankLines.confirm, { isShownInPlace: true })
  const [refusal, setRefusal] = useState<string | MessageParts>()
  const send = (company_id: number, parts: PaidParts, confirm_duplicate: boolean) => {
    setRefusal(undefined)
    const allocations = Object.entries(parts).flatMap(([invoice_number, amount]) =>
      amount ? [{ invoice_number, amount }] : [],
    )
    confirm.mutate(
      { body: { lines: [{ id, version, company_id, allocations, confirm_duplicate }] } },
      {
        onSuccess: ({ results: [result] }) => {
          void refreshMoney()
          if (result?.outcome !== 'booked') return setRefusal(result?.message ?? 'Operation Failed!')
          notify.success(t('1 receipt booked'))
          onClose()
        },
        onError: (error) => setRefusal(error.message),
      },
    )
  }
  return { send, isBusy: confirm.isPending, refusal }
}
