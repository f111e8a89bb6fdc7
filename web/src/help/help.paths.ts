export const helpPath = '/help'
export const layoutPath = (key: string) => `${helpPath}/files/${key}`
