import { useEffect, useState } from 'react'

/** True once `flag` has been true for a while: work under 150 ms needs no progress indicator. */
export function useLate(flag: boolean, delayMs = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!flag) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [flag, delayMs])
  return flag && late
}
