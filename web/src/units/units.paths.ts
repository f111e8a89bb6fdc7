const unitsPath = '/units'
export const unitPath = (id: number | string) => `${unitsPath}/${id}/view`
