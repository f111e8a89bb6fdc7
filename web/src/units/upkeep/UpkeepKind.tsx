import { useTranslation } from '../../ui/words/translation.ts'

/** The name of a kind of service: translated if it is one of the portal's own. */
export function UpkeepKind({ name }: { name: string }) {
  const { t } = useTranslation()
  return <>{t(name)}</>
}
