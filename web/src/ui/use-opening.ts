import { useEffect, useState } from 'react'

/** A dialog that is mounted open never saw itself opening, and then does not know where to return the focus. */
export function useOpening(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown && opened
}
