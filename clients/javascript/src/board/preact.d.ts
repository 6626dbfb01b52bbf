// The types of preact.js, as far as it is used here.

export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: unknown;
}

export type Child = VNode | string | number | boolean | null | undefined | Child[];
export type Ref<T> = { current: T };
export type Update<S> = (next: S | ((last: S) => S)) => void;

export interface Context<T> {
  (props: unknown): VNode;
  Provider: (props: { value: T; children?: Child }) => VNode;
}

export class Component<P = {}, S = {}> {
  constructor(props?: P);
  props: P & { children?: Child };
  state: S;
  base?: Element;
  setState(change: Partial<S> | ((last: S, props: P) => Partial<S> | null), after?: () => void): void;
  forceUpdate(after?: () => void): void;
  render(props: P, state: S): Child;
}

export function h(type: unknown, props: object | null, ...children: Child[]): VNode;
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: Child, parent: Element | ShadowRoot | DocumentFragment): void;

export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useState<S>(initial: S | (() => S)): [S, Update<S>];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<F extends (...values: any[]) => unknown>(callback: F, inputs?: readonly unknown[]): F;
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useImperativeHandle<T>(ref: Ref<T>, make: () => T, inputs?: readonly unknown[]): void;
export function useDebugValue<T>(value: T, format?: (value: T) => unknown): void;
export function useErrorBoundary(onError?: (error: unknown) => void): [unknown, () => void];
