import { Text } from '@mantine/core'
import type { Selection } from '../list/use-selection.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The cards of a bulk call: its request body, and how to describe them. */
export type Chosen = { body: { cardIds: number[] } | { filter: string[] }; count: number; number?: string }
export type BulkKind = 'assign' | 'hold' | 'release' | 'limits'

export function chosenOf(selection: Selection): Chosen | null {
  if (selection.count === 0) return null
  return {
    body: selection.all ? { filter: [...selection.all.filter] } : { cardIds: [...selection.ids] },
    count: selection.count,
  }
}
export const oneCard = ({ id, card_number }: { id: number; card_number: string }): Chosen => ({
  body: { cardIds: [id] },
  count: 1,
  number: card_number,
})

/** Names the only card by its number, or says how many there are. */
export function ChosenText({ chosen: { count, number } }: { chosen: Chosen }) {
  const { t } = useTranslation()
  return <Text fw={600}>{number ?? (count === 1 ? t('1 card') : t('{count} cards', { count }))}</Text>
}
