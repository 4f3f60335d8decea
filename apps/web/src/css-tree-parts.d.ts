/** The parts of css-tree without the syntax of every property, which is nine tenths of it. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
declare module 'css-tree/generator' {
  export { generate as default } from 'css-tree';
}
declare module 'css-tree/walker' {
  export { walk as default } from 'css-tree';
}
declare module 'css-tree/tokenizer' {
  export { tokenize } from 'css-tree';
}
