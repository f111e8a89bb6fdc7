import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Whether the person receives the list each morning (SMART-4). For users of a customer alone. */
export function PriceMail() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: queryKeyOf(smartBuy.mail),
    queryFn: ({ signal }) => call(smartBuy.mail, {}, { signal }),
  })
  const change = useAction(smartBuy.changeMail)
  if (!data?.is_offered) return null
  return (
    <Checkbox
      className="price-mail"
      label={t('E-mail me the list each morning')}
      checked={change.isPending ? change.variables.body.is_wanted : data.is_wanted}
      onChange={({ currentTarget }) => change.mutate({ body: { is_wanted: currentTarget.checked } })}
    />
  )
}
