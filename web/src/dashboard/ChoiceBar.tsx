import { Button } from '@mantine/core'
import { useTranslation } from '../ui/words/translation.ts'

type ChoiceProps<T> = {
  name: string
  options: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
  size?: 'xs' | 'compact-xs'
}
/** One of a few, all in sight. */
export function ChoiceBar<T extends string>({ name, options, chosen, onChoose, size = 'xs' }: ChoiceProps<T>) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, but these buttons act immediately.
    <div role="group" aria-label={name} className="dash-choice">
      {options.map(({ value, label }) => (
        <Button
          key={value}
          size={size}
          variant={value === chosen ? 'light' : 'subtle'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  )
}
