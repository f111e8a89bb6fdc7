import { useCallback, useState } from 'react'
import type { FieldInfo } from './form-context.ts'

/** Fields announce themselves as they appear, so that the index and the summary need no second list of them. */
export function useFieldList() {
  const [fields, setFields] = useState<readonly FieldInfo[]>([])
  const register = useCallback((field: FieldInfo) => {
    setFields((now) => [...now, field])
    return () => setFields((now) => now.filter((one) => one !== field))
  }, [])
  return { fields, register }
}
