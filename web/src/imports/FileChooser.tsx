import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from '../ui/words/translation.ts'

type Props = {
  label: string
  size?: 'xs'
  /** Accepted file extensions, such as `.xlsx`. */
  accept: readonly string[]
  isDisabled?: boolean
  describedBy?: string
  onChoose: (file: File) => void
}
/** A button that opens the chooser of files at once. */
export function FileChooser({ label, size, accept, isDisabled = false, describedBy, onChoose }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        {...(size ? { size } : {})}
        disabled={isDisabled}
        leftSection={<IconUpload size={16} aria-hidden />}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {t(label)}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('File')}
        accept={accept.join(',')}
        onChange={(event) => {
          const [first] = event.currentTarget.files ?? []
          if (first) onChoose(first)
          // Lets the user choose the same file again after correcting it.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
