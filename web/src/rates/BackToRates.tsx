import { IconArrowLeft } from '@tabler/icons-react'
import { toList } from '../api/list-address.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { dailyRatesPath } from './daily-rates.paths.ts'

export const BackToRates = () => (
  <LinkButton {...toList(dailyRatesPath)} icon={IconArrowLeft} label="Back to Daily Rates" />
)
