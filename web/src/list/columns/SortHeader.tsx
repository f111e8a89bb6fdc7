import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Fragment } from 'react'

type Props = {
  header: string
  direction: 'asc' | 'desc' | undefined
  disabledReason: string | undefined
  onSort: () => void
}

export function SortHeader({ header, direction, disabledReason, onSort }: Props) {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <button
      type="button"
      className="sort-button"
      data-sorted={direction !== undefined}
      aria-disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={disabledReason === undefined ? onSort : undefined}
    >
      <span>
        <Breakable text={header} />
      </span>
      <Icon size={14} stroke={1.7} aria-hidden />
      {disabledReason ? <span className="sr-only">{disabledReason}</span> : null}
    </button>
  )
}

/** Province/State can take two lines, one word each. */
const Breakable = ({ text }: { text: string }) =>
  text.split('/').map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? '/' : null}
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
