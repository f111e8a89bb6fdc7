import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Chosen } from './chosen-cards.ts'

/** What a dialog is about: the one card by its number, or how many. */
export function ChosenText({ chosen: { count, number } }: { chosen: Chosen }) {
  const { t } = useTranslation()
  return <Text fw={600}>{number ?? (count === 1 ? t('1 card') : t('{count} cards', { count }))}</Text>
}
