;; Answers whatever it is told with one byte that is no JSON.
(module
  (memory (export "memory") 1)
  (func (export "fitment_abi_version") (result i32) (i32.const 1))
  (func (export "fitment_buf") (param i32) (result i32) (i32.const 1024))
  (func (export "fitment_load") (param i32 i32) (result i64) (i64.const 0x10000000001))
  (func (export "fitment_review") (param i32 i32) (result i64) (i64.const 0x10000000001))
  (func (export "fitment_ask") (param i32 i32) (result i64) (i64.const 0x10000000001)))
