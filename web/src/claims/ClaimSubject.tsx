import { Text } from '@mantine/core'
import type { Claim } from '@portal/contract/claims/claims.ts'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** Which claim a dialog is about. */
export function ClaimSubject({ claim }: { claim: Claim }) {
  const { language } = useTranslation()
  return (
    <Text fw={600}>
      {claim.provider} · {claim.authentication_id} · {moneyText(claim.total, language, claim.currency)}
    </Text>
  )
}
