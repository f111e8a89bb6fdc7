import { ActionIcon, type CSSVariablesResolver, createTheme, Input, type MantineThemeOverride } from '@mantine/core'
import { brandTokens, ramp, tokens } from './tokens.ts'

export function themeFor(color: string, closeLabel: string): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': closeLabel }
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 7,
    autoContrast: true,
    luminanceThreshold: 0.26,
    colors: { brand: ramp(color), bad: ramp('#b3261e'), ok: ramp('#14662b'), warn: ramp('#a15c00') },
    fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
    defaultRadius: 'md',
    radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    components: {
      // Mantine draws these borders from separate variables. The classes give them 3:1 contrast against the card.
      Input: Input.extend({ classNames: { wrapper: 'control' } }),
      Checkbox: { classNames: { input: 'control-box' } },
      ActionIcon: ActionIcon.extend({
        defaultProps: { size: 28 },
        vars: (_, { color: chosen }) =>
          chosen === 'plain'
            ? {
                root: {
                  '--ai-color': 'var(--mantine-color-text)',
                  '--ai-hover': 'var(--surface-2)',
                  '--ai-hover-color': 'var(--mantine-color-text)',
                },
              }
            : { root: {} },
      }),
      // Screen readers take Mantine's header element in a dialog for a page header.
      Modal: {
        defaultProps: {
          closeButtonProps,
          centered: true,
          attributes: { header: { role: 'none' } },
          transitionProps: { duration: 140 },
        },
      },
      Drawer: {
        defaultProps: {
          closeButtonProps,
          attributes: { header: { role: 'none' } },
          transitionProps: { duration: 140 },
        },
      },
      Notification: { defaultProps: { closeButtonProps } },
      // Rendered inside the main landmark: users who navigate by landmarks miss content outside.
      Popover: { defaultProps: { portalProps: { target: '#content' } } },
      // Mantine's placeholder for the initial focus is not valid among menu items.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 120 } } },
      Button: { defaultProps: { size: 'sm' } },
    },
  })
}

const prefixed = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))

export function variablesFor(color: string): CSSVariablesResolver {
  const brand = brandTokens(color)
  const scheme = (name: 'light' | 'dark') => ({
    ...prefixed(tokens[name]),
    ...prefixed(brand[name]),
    '--mantine-color-text': tokens[name].text,
    '--mantine-color-body': tokens[name]['surface-1'],
    '--mantine-color-dimmed': tokens[name].dimmed,
    '--mantine-color-placeholder': tokens[name].placeholder,
    '--mantine-color-error': tokens[name].error,
    '--mantine-color-anchor': brand[name]['brand-text'],
    '--mantine-color-default': tokens[name]['surface-1'],
    '--mantine-color-default-hover': tokens[name]['surface-2'],
    '--mantine-color-default-color': tokens[name].text,
    '--mantine-color-default-border': tokens[name]['control-line'],
    '--mantine-color-brand-light': brand[name]['brand-tint'],
    '--mantine-color-brand-light-hover': brand[name]['brand-tint'],
    '--mantine-color-brand-light-color': brand[name]['brand-text'],
    '--mantine-color-brand-outline': brand[name]['brand-text'],
    '--mantine-color-bad-light': tokens[name]['bad-bg'],
    '--mantine-color-bad-light-color': tokens[name]['bad-fg'],
    '--mantine-color-bad-outline': tokens[name].error,
    '--mantine-color-gray-light': tokens[name]['none-bg'],
    '--mantine-color-gray-light-color': tokens[name]['none-fg'],
  })
  return () => ({ variables: {}, light: scheme('light'), dark: scheme('dark') })
}
