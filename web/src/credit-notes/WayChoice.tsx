import '@mantine/core/styles/Radio.css'
import { Group, Radio } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'
import type { CreditWay } from './credit-form.ts'

/** Lines of the invoice, or typed amounts. */
export function WayChoice({ way, onChange }: { way: CreditWay; onChange: (way: CreditWay) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group aria-label={t('What is credited')} value={way} onChange={(value) => onChange(value as CreditWay)}>
      <Group gap={16}>
        <Radio size="xs" value="lines" label={t('Lines of this invoice')} />
        <Radio size="xs" value="amounts" label={t('Amounts with taxes')} />
      </Group>
    </Radio.Group>
  )
}
