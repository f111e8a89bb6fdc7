import { Text } from '@mantine/core'
import {
  type MappedCode,
  type ProductCodeInput,
  productCodeInput,
  providerCodes,
} from '@portal/contract/booking/product-codes.ts'
import type { CallReply } from '@portal/contract/endpoint.ts'
import { productCodes, productWords } from '@portal/contract/lookups/products.rules.ts'
import { fuelProviders } from '@portal/contract/lookups/providers.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useRecordForm, valuesOf } from '../form/record-form.ts'
import { signedMoneyText } from '../ui/words/figures.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { TextField, SelectField } = fieldsOf(productCodeInput)

type Saved = CallReply<typeof providerCodes.save>
/** What saving did, in money. */
function savedText(t: TFunction, { released_count, waiting, repriced_count, repriced_totals }: Saved, locale: string) {
  const amounts = repriced_totals.map(({ currency, difference }) => signedMoneyText(difference, locale, currency))
  return [
    released_count > 0 && t('Transactions released: {count}.', { count: released_count }),
    waiting > 0 && t('Still waiting: {count}.', { count: waiting }),
    repriced_count > 0 &&
      t('Unbilled transactions repriced: {count} ({amounts}).', { count: repriced_count, amounts: amounts.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The mapped codes that the chosen one can share a rate with. */
function useSharable(provider: string | null, product: string | null, own: string | undefined) {
  const query = { paged: false, sort: 'code,asc', filter: [`provider:${provider}`, 'status:mapped'] }
  const { data } = useQuery({
    queryKey: queryKeyOf(providerCodes.list, { query }),
    queryFn: ({ signal }) => call(providerCodes.list, { query }, { signal }),
    enabled: provider !== null,
  })
  const codes = data?.product_codes ?? []
  return codes.filter((one) => one.product === product && one.rate_code === null && one.code !== own)
}

type Props = { stored: MappedCode | null; opened: boolean; onClose: () => void }

/** Maps a code to a product, and says whose rate it shares (TXN-15, RATE-5). */
export function ProductCodeDialog({ stored, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const queries = useQueryClient()
  const form = useRecordForm(productCodeInput, valuesOf(productCodeInput, stored ?? {}))
  const save = useAction(providerCodes.save, {
    keepPlace: true,
    second: (reply) => ({ detail: savedText(t, reply, language) || undefined }),
  })
  const send = async (values: Record<string, unknown>) => {
    await save.mutateAsync({ body: values as ProductCodeInput })
    await Promise.all(
      ['transactionImports', 'transactions', 'imports'].map((feature) =>
        queries.invalidateQueries({ queryKey: [feature] }),
      ),
    )
  }
  const wiring = useDialogSubmit(form, send, onClose)
  const { provider, product } = form.state.values as { provider: string | null; product: string | null }
  const sharable = useSharable(provider, product, stored?.code)
  const isRemapped = stored?.product && product !== stored.product
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={stored ? 'Edit product code' : 'Add product code'}
      submit="Save"
      isBusy={save.isPending}
      first={stored ? 'product' : 'provider'}
    >
      {stored ? (
        <Text fw={600}>
          {stored.provider} {stored.code}
        </Text>
      ) : (
        <>
          <SelectField name="provider" label="Provider" options={fuelProviders} />
          <TextField name="code" label="Code" />
        </>
      )}
      {stored && stored.waiting > 0 ? (
        <Text size="sm">
          {t('Saving releases and prices the transactions that wait only for this code. Waiting now: {count}.', {
            count: stored.waiting,
          })}
        </Text>
      ) : null}
      <SelectField
        name="product"
        label="Product"
        options={productCodes.map((value) => ({ value, label: productWords[value] }))}
      />
      <TextField name="grade" label="Grade" />
      <SelectField name="rate_code" label="Shares the rate of" options={sharable.map(({ code }) => code)} searchable />
      <Text size="sm" c="dimmed">
        {isRemapped
          ? t('Another product applies to what is imported from now on. Booked transactions keep theirs.')
          : t('Without a shared rate, the code has its own. A change reprices its unbilled transactions.')}
      </Text>
    </FormDialog>
  )
}
