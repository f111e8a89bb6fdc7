import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toList } from '../api/list-address.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'

export function BackToRates() {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      {...toList(dailyRatesPath)}
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      {t('Back to Daily Rates')}
    </Button>
  )
}
