import { NativeSelect } from '@mantine/core'
import type { IftaWorksheet } from '@portal/contract/ifta/ifta.ts'
import { iftaBases, iftaBaseWords } from '@portal/contract/ifta/ifta-words.data.ts'
import { useIsStaff } from '../api/session.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type IftaView, quartersFor } from './ifta-address.ts'
import { quarterText } from './ifta-texts.ts'

type Props = {
  view: IftaView
  sheet: IftaWorksheet | undefined
  /** Why the service refuses the customer in the address. */
  refusal: string | null
  today: string
  change: (patch: Partial<IftaView>) => unknown
}

/** What the worksheet is asked for. A customer or quarter that the address names wrongly is said at its field. */
export function IftaBar({ view: { quarter, company_id, base }, sheet, refusal, today, change }: Props) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  return (
    <div className="ifta-bar">
      {isStaff ? (
        <CompanySelect
          label={t('Customer')}
          placeholder={t('Choose a customer')}
          value={company_id}
          error={refusal ? sentence(t, refusal) : undefined}
          onChange={(chosen) => change({ company_id: chosen?.id ?? null, base: undefined })}
        />
      ) : null}
      <NativeSelect
        label={t('Quarter')}
        value={quarter ?? ''}
        error={quarter === null ? t('The quarter in the address does not exist. Choose one.') : undefined}
        data={[
          ...(quarter === null ? [{ value: '', label: t('Choose a quarter'), disabled: true }] : []),
          ...quartersFor(today, quarter).map((value) => ({ value, label: quarterText(t, value) })),
        ]}
        onChange={(event) => change({ quarter: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('Base jurisdiction')}
        value={base ?? sheet?.base ?? 'CA'}
        data={iftaBases.map((value) => ({ value, label: t(iftaBaseWords[value]) }))}
        disabled={isStaff && company_id === null}
        onChange={(event) => change({ base: iftaBases.find((one) => one === event.currentTarget.value) })}
      />
    </div>
  )
}
