import { AppError } from '@portal/contract/errors.ts'
import type { ChangedTaxRate } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { type TaxRateSaving, taxRates } from '@portal/contract/rates/tax-rates.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import type { RecordForm, Values } from '../../form/record-form.ts'
import type { Second } from '../../ui/notify.ts'
import { taxCandidatesPath } from './tax-rates.paths.ts'

export type TaxWay = 'add' | 'correct' | 'end' | 'withdraw'
type Asked = { key: string; changed: ChangedTaxRate }
const secondLine = ({ id, effect }: ChangedTaxRate): Second =>
  effect.candidates > 0 ? { actions: [{ label: 'Show the invoiced lines', to: taxCandidatesPath(String(id)) }] } : {}

/**
 * A change of a tax rate in two steps: the preview says what it does, then saving carries the preview's token. If that
 * has changed meanwhile, the new preview takes its place (TAX-1).
 */
export function useTaxChange(way: TaxWay, rate: TaxRate | undefined, form: RecordForm, isContinued: boolean) {
  const [asked, setAsked] = useState<Asked>()
  const [refusal, setRefusal] = useState<string>()
  const [queued, setQueued] = useState<ChangedTaxRate>()
  const options = { keepPlace: true, isShownInPlace: true, second: secondLine }
  const create = useAction(taxRates.create, options)
  const update = useAction(taxRates.update, options)
  const withdraw = useAction(taxRates.delete, options)
  const key = JSON.stringify([{ ...form.state.values, reason: undefined }, isContinued])
  const preview = asked?.key === key ? asked.changed : undefined
  const bodyOf = (values: Values) => ({ ...values, continue_former: isContinued }) as TaxRateSaving
  const ask = useMutation({
    mutationFn: (values: Values): Promise<ChangedTaxRate> => {
      const query = { preview: 'true' } as const
      if (rate === undefined) return call(taxRates.create, { query, body: bodyOf(values) })
      const params = { id: rate.id }
      if (way !== 'withdraw') return call(taxRates.update, { params, query, body: bodyOf(values) })
      return call(taxRates.delete, { params, query: { ...query, continue_former: isContinued ? 'true' : 'false' } })
    },
  })
  const save = (values: Values, token: string): Promise<ChangedTaxRate> => {
    const body = { ...bodyOf(values), token }
    if (rate === undefined) return create.mutateAsync({ query: {}, body })
    const params = { id: rate.id }
    if (way !== 'withdraw') return update.mutateAsync({ params, query: {}, body })
    const query = {
      reason: String(values.reason ?? ''),
      token,
      continue_former: isContinued ? 'true' : 'false',
    } as const
    return withdraw.mutateAsync({ params, query })
  }
  const submit = async (values: Values, onSaved: () => void) => {
    setRefusal(undefined)
    try {
      if (!preview) return setAsked({ key, changed: await ask.mutateAsync(values) })
      const saved = await save(values, preview.effect.token)
      if (saved.effect.status === 'queued') return setQueued(saved)
      onSaved()
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined
      if (error instanceof AppError && error.preview) setAsked({ key, changed: error.preview as ChangedTaxRate })
      if (fields) form.state.setErrors(fields)
      else setRefusal(error instanceof Error ? error.message : 'Operation Failed!')
    }
  }
  const isBusy = ask.isPending || create.isPending || update.isPending || withdraw.isPending
  const reset = () => {
    setAsked(undefined)
    setRefusal(undefined)
    setQueued(undefined)
  }
  return { preview, refusal, queued, isBusy, submit, reset }
}
