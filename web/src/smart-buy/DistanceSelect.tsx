import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { kmText } from './smart-buy-texts.ts'

const offered = [10, 25, 50, 100, 200]
type Props = { label: string; value: number; onChange: (km: number) => void }

export function DistanceSelect({ label, value, onChange }: Props) {
  const { language } = useTranslation()
  const all = offered.includes(value) ? offered : [...offered, value].sort((one, other) => one - other)
  return (
    <ChoiceBox
      label={label}
      allowDeselect={false}
      data={all.map((km) => ({ value: String(km), label: kmText(km, language) }))}
      value={String(value)}
      onChange={(km) => onChange(Number(km))}
    />
  )
}
