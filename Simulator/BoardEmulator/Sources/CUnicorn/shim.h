// SPDX-License-Identifier: MIT
// Swift cannot call functions with a variable number of arguments: these have a fixed one.
#pragma once
#include <unicorn/unicorn.h>

static inline uc_err unicorn_set_model(uc_engine *engine, int model) {
  return uc_ctl_set_cpu_model(engine, model);
}

static inline uc_err unicorn_hook_blocks(uc_engine *engine, uc_cb_hookcode_t call, void *data) {
  uc_hook hook;
  return uc_hook_add(engine, &hook, UC_HOOK_BLOCK, (void *)call, data, 1, 0);
}

static inline uc_err unicorn_hook_code(
    uc_engine *engine, uc_cb_hookcode_t call, void *data, uint64_t begin, uint64_t end) {
  uc_hook hook;
  return uc_hook_add(engine, &hook, UC_HOOK_CODE, (void *)call, data, begin, end);
}

static inline uc_err unicorn_hook_interrupts(
    uc_engine *engine, uc_cb_hookintr_t call, void *data) {
  uc_hook hook;
  return uc_hook_add(engine, &hook, UC_HOOK_INTR, (void *)call, data, 1, 0);
}

static inline uc_err unicorn_hook_invalid(
    uc_engine *engine, uc_cb_eventmem_t call, void *data) {
  uc_hook hook;
  return uc_hook_add(engine, &hook, UC_HOOK_MEM_INVALID, (void *)call, data, 1, 0);
}

static inline uc_err unicorn_hook_writes(
    uc_engine *engine, uc_cb_hookmem_t call, void *data, uint64_t begin, uint64_t end) {
  uc_hook hook;
  return uc_hook_add(engine, &hook, UC_HOOK_MEM_WRITE, (void *)call, data, begin, end);
}

/// Reads `count` registers, at most 8, in one call.
static inline uc_err unicorn_read_registers(
    uc_engine *engine, const int *registers, uint32_t *values, int count) {
  void *places[8];
  for (int index = 0; index < count; index++) places[index] = values + index;
  return uc_reg_read_batch(engine, (int *)registers, places, count);
}

/// Writes `count` registers, at most 8, in one call.
static inline uc_err unicorn_write_registers(
    uc_engine *engine, const int *registers, const uint32_t *values, int count) {
  void *places[8];
  for (int index = 0; index < count; index++) places[index] = (void *)(values + index);
  return uc_reg_write_batch(engine, (int *)registers, (void *const *)places, count);
}
