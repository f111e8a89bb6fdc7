export const customersPath = '/customer'
export const companiesPath = '/company'
/** Where a new customer is set up from its registration on, and where its set-up is taken up again (UX-10). */
export const newSetupPath = `${customersPath}/set-up`
export const setupPath = (id: number | string) => `${customersPath}/${id}/set-up`
